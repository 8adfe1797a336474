import fc from 'fast-check';

/**
 * Property tests draw from one fixed seed, so that a change is judged by itself and not by luck. To search further:
 * `BOWERBIRD_SEED=$RANDOM npm test`; what is found becomes a separate case beside the property.
 */
fc.configureGlobal({ seed: Number(process.env.BOWERBIRD_SEED ?? 20_261_120) });
