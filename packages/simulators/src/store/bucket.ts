/** A leaky bucket of points that refills every second. Used for Admin query cost and for requests to the shop. */
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

  /** Takes this many points; returns false and takes nothing when there are fewer. */
  take(points: number, now: number): boolean {
    if (this.available(now) < points) {
      return false;
    }
    this.#available -= points;
    return true;
  }

  /** Returns points that were taken in excess. */
  giveBack(points: number, now: number): void {
    this.#available = Math.min(this.maximum, this.available(now) + points);
  }

  /** Returns the milliseconds until this many points are available. */
  waitMs(points: number, now: number): number {
    return Math.max(0, ((points - this.available(now)) / this.restoreRate) * 1000);
  }
}
