/** A separate process or thread in which jobs run one after the other. */
export interface Isolate {
  send(job: unknown): void;
  /** Receives the result of the job that was sent last. */
  onAnswer(listener: (answer: unknown) => void): void;
  /** Called when the isolate has ended, by itself or because it was stopped. */
  onEnd(listener: () => void): void;
  /** Sets whether the program stays alive for it. */
  hold(isBusy: boolean): void;
  end(): void;
}

/** A response as an isolate sends it: errors lose their class on the way. */
export type IsolateAnswer =
  | { value: unknown }
  | { failure: { code: string | null; message: string; params: Record<string, string | number> } };

/** Why a job has no result. */
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
