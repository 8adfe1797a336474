/**
 * The moments at which a proof may strike (`docs/listing-protocol.md`, The proof). Those of a request, from `gate.after` to
 * `answer.body-half`, are `RequestMoment`: whoever sends the request tells of them.
 */
export const faultPoints = [
  'turn.taken',
  'row.read',
  'census.page',
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
  'doubt.before-commit',
  'settle.tick',
  'settle.end',
  'publish.before',
  'publish.after',
  'aftercheck.look',
  'aftercheck.decide',
  'update.read',
  'audit.before',
  'picture.sent',
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

/** What happens at a fault point: nothing; or a kill, a freeze, a failure, as whoever handed it in decides. */
export type Strike = (point: FaultPoint) => void | Promise<void>;

export const noFaults: Strike = () => undefined;

/**
 * The strike that the environment of a worker asks for, for proofs that kill a real process: `BOWERBIRD_STRIKE` holds
 * `<point>:<n>`, and the process ends itself by SIGKILL at the n-th time it comes to that point.
 */
export function strikeFrom(environment: NodeJS.ProcessEnv): Strike {
  const asked = /^([a-z.-]+):(\d+)$/.exec(environment.BOWERBIRD_STRIKE ?? '');
  if (!asked) {
    return noFaults;
  }
  let left = Number(asked[2]);
  return (point) => {
    if (point === asked[1]) {
      left -= 1;
      if (left === 0) {
        process.kill(process.pid, 'SIGKILL');
      }
    }
  };
}
