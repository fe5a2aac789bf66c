// "setupFilesAfterEnv": ["acp-turntable/jest"]
const { assertAllFinished } = require('acp-turntable');

globalThis.afterEach(assertAllFinished);
