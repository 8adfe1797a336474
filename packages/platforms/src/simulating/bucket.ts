/** A leaky bucket of points that fills again by the second. Used for Admin query cost and for requests to the shop. */
export class Bucket {
  readonly maximum: number;
  readonly restoreRate: number;
  #available: number;
  #at: number;

  constructor(maximum: number, restoreRate: number, now: number) {
    this.maximum = maximum;
    this.restoreRate = restoreRate;
    this.#available = maximum;
    this.#at = now;
  }

  available(now: number): number {
    const restored = (Math.max(0, now - this.#at) / 1000) * this.restoreRate;
    this.#available = Math.min(this.maximum, this.#available + restored);
    this.#at = Math.max(this.#at, now);
    return this.#available;
  }

  /** Takes so many points; false, and nothing taken, when there are fewer. */
  take(points: number, now: number): boolean {
    if (this.available(now) < points) {
      return false;
    }
    this.#available -= points;
    return true;
  }

  /** Gives back what was taken too much. */
  giveBack(points: number, now: number): void {
    this.#available = Math.min(this.maximum, this.available(now) + points);
  }

  /** Milliseconds until so many points are there. */
  waitMs(points: number, now: number): number {
    return Math.max(0, ((points - this.available(now)) / this.restoreRate) * 1000);
  }
}
