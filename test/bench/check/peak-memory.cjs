// Writes the peak memory of the process, in kB, to $PEAK_MEMORY_FILE as it exits.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env['PEAK_MEMORY_FILE'], String(process.resourceUsage().maxRSS));
});
