/**
 * The moments at which a test may inject a fault (`docs/listing-protocol.md`, The proof). Those of a request, from
 * `gate.after` to `answer.body-half`, are `RequestMoment`: the sender of the request reports them.
 */
export const faultPoints = [
  'turn.taken',
  'row.read',
  'full-scan.page',
  'look.before',
  'look.after',
  'decide.before',
  'intent.before-commit',
  'intent.after-commit',
  'gate.before',
  'gate.after',
  'send.first-byte',
  'send.body-half',
  'send.last-byte',
  'answer.headers',
  'answer.body-half',
  'answer.parsed',
  'evidence.before-commit',
  'receipt.before-commit',
  'receipt.after-commit',
  'unknown.before-commit',
  'settle.tick',
  'settle.end',
  'publish.before',
  'publish.after',
  'aftercheck.look',
  'aftercheck.decide',
  'update.read',
  'audit.before',
  'image.sent',
  'finish.step',
  'remove.after-commit',
  'restore.step',
  'undo.item-k',
  'bulk.upload',
  'bulk.start',
  'bulk.poll',
  'bulk.result-line-k',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** Called at each fault point: does nothing, or kills, freezes or fails, as its provider decides. */
export type FaultInjector = (point: FaultPoint) => void | Promise<void>;

export const noFaults: FaultInjector = () => undefined;

/**
 * Returns the fault that a worker's environment requests, for proofs that kill a real process: `BOWERBIRD_FAULT` holds
 * `<point>:<n>`, and the process ends itself by SIGKILL the n-th time it comes to that point.
 */
export function faultInjectorFrom(environment: NodeJS.ProcessEnv): FaultInjector {
  const requested = /^([a-z.-]+):(\d+)$/.exec(environment.BOWERBIRD_FAULT ?? '');
  if (!requested) {
    return noFaults;
  }
  let left = Number(requested[2]);
  return (point) => {
    if (point === requested[1]) {
      left -= 1;
      if (left === 0) {
        process.kill(process.pid, 'SIGKILL');
      }
    }
  };
}
