import fc from 'fast-check';

// The same cases each time, so that a run proves what the run before proved; other ones with FC_SEED=number.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_240_501) });

export { fc };
