export interface ScalingRule {
  /** How many jobs of the longest queue, waiting or active, call for one replica. */
  threshold: number;
  min: number;
  max: number;
  stabilizationS: number;
}

/** How often Kubernetes compares, and how often Prometheus asks: the compared value is that old. */
export const everyS = 15;
/** A deviation below this changes nothing. */
const tolerance = 0.1;
/** In one round at most twice as many, or four more. */
const mostAtOnce = (current: number) => Math.max(2 * current, current + 4);

/** The decision of KEDA and its autoscaler every 15 seconds. */
export class ReplicaCount {
  private readonly wishes: number[] = [];
  current: number;

  constructor(private readonly rule: ScalingRule) {
    this.current = rule.min;
  }

  decide(inFlight: number): number {
    const { threshold, min, max, stabilizationS } = this.rule;
    const isNear = Math.abs(inFlight / (threshold * this.current) - 1) <= tolerance;
    const wish = Math.min(max, Math.max(min, isNear ? this.current : Math.ceil(inFlight / threshold)));
    this.wishes.push(wish);
    if (this.wishes.length > stabilizationS / everyS) this.wishes.shift();
    const calmed = wish < this.current ? Math.min(this.current, Math.max(...this.wishes)) : wish;
    this.current = Math.min(calmed, mostAtOnce(this.current));
    return this.current;
  }
}
