import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { arrivalsOf } from './day.js';
import { randomOf } from './random.js';
import { ReplicaCount, type ScalingRule } from './replica-count.js';
import { simulate, type Outcome } from './simulate.js';

interface WorkerType {
  /** The name of the Deployment. */
  name: string;
  /** A source's shortest and longest answer time. */
  sourceS: [number, number];
}

/** The sources of `npm run bench:load` in its bulk of a hundred, and sources three to eight times as slow. */
export const workerTypes: WorkerType[] = [
  { name: 'profile-loader', sourceS: [0.3, 1] },
  { name: 'profile-loader-slow', sourceS: [2, 4] },
];

interface Options {
  seed: number;
  /**
   * The duration of a job as a multiple of its source's answer time: in the bulk of `npm run bench:load`, 10.9 s compared with 9.6 s in the
   * best schedule.
   */
  overhead: number;
  /** Until the pod is placed, its image is there and the service is ready. */
  startS: number;
}

export const usual: Options = { seed: 42, overhead: 1.14, startS: 20 };

export interface Compared {
  name: string;
  how: string;
  outcome: Outcome;
}

interface ScaledObject {
  kind: string;
  metadata: { name: string };
  spec: {
    minReplicaCount: number;
    maxReplicaCount: number;
    advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: number } } } };
    triggers: { metadata: { threshold: string } }[];
  };
}

const manifest = new URL('../../../deploy/kubernetes/components/workers-by-queue/workers.yaml', import.meta.url);

/** The rule that the manifest sets for the cluster. */
export function ruleOf(name: string): ScalingRule {
  const objects = parseAllDocuments(readFileSync(manifest, 'utf8')).map((document) => document.toJS() as ScaledObject);
  const { spec } = objects.find((object) => object.metadata.name === name)!;
  return {
    threshold: Number(spec.triggers[0]?.metadata.threshold),
    min: spec.minReplicaCount,
    max: spec.maxReplicaCount,
    stabilizationS: spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds,
  };
}

/** A process's defaults: VIGIA_SOURCE_CONCURRENCY and VIGIA_TASK_DEADLINE_MS. */
const concurrency = 10;
const deadlineS = 60;

/** A Monday of one worker type: with the rule, and with a fixed number of replicas that is the rule's minimum, average or maximum. */
export function mondayOf({ name, sourceS: [shortest, longest] }: WorkerType, { seed, overhead, startS }: Options): Compared[] {
  const rule = ruleOf(name);
  const arrivals = arrivalsOf(randomOf(seed));
  const run = (decide: (inFlight: number) => number) => {
    const random = randomOf(seed + 1);
    const serviceS = () => overhead * (shortest + (longest - shortest) * random());
    return simulate({ arrivals, serviceS, concurrency, deadlineS, startS, decide });
  };
  const count = new ReplicaCount(rule);
  const byRule = run((inFlight) => count.decide(inFlight));
  const average = Math.round(byRule.replicaHours / 24);
  const fixed = [...new Set([rule.min, average, byRule.mostReplicas])].map((replicas) => ({
    name,
    how: `${replicas} all day`,
    outcome: run(() => replicas),
  }));
  return [{ name, how: `KEDA, ${rule.min} to ${rule.max}`, outcome: byRule }, ...fixed];
}
