/**
 * Work that several callers request at the same time is done once for all of them. Failed work is done
 * again at the next request.
 */
export class SingleFlight<Answer> {
  readonly #underWay = new Map<string, Promise<Answer>>();

  run(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#underWay.get(name);
    if (known) {
      return known;
    }
    const begun = work().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, begun);
    return begun;
  }
}
