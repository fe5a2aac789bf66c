// "require": ["acp-turntable/mocha"]
const { assertAllFinished } = require('acp-turntable');

exports.mochaHooks = {
  async afterEach() {
    const check = assertAllFinished();
    // a test that failed shows why; what it left unfinished follows from that
    await (this.currentTest.state === 'failed' ? check.catch(() => undefined) : check);
  },
};
