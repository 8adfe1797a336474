/** A place of its own in which jobs are run one after the other: a process or a thread. */
export interface Isolate {
  send(job: unknown): void;
  /** What came of the job that was sent last. */
  onAnswer(listener: (answer: unknown) => void): void;
  /** It is gone, by itself or because it was ended. */
  onEnd(listener: () => void): void;
  /** Whether the program stays alive for it. */
  hold(isBusy: boolean): void;
  end(): void;
}

/** An answer as an isolate sends it: errors lose their class on the way. */
export type IsolateAnswer =
  | { value: unknown }
  | { failure: { code: string | null; message: string; params: Record<string, string | number> } };

/** Why a job has no answer. */
export type WhyStopped = 'time' | 'crash';

/** A job was stopped, and its isolate with it. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly why: WhyStopped;

  constructor(why: WhyStopped) {
    super(why === 'time' ? 'took longer than it may' : 'ended its isolate, as too much memory or work does');
    this.why = why;
  }
}
