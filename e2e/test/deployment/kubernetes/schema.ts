import { createRequire } from 'node:module';
import type { Manifest } from './build.js';

/** Classes whose check looks at `this`. */
type Models = Record<string, { prototype: { validate(): void } } | undefined>;

interface Violation {
  instancePath: string;
  keyword: string;
  params: object;
}

const modules: Record<string, string> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'batch/v1': 'kubernetes-models/batch/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
};

/** Fields that are newer than the schemas, whose later versions do not run on Node 20. */
const newer = new Set(['/spec/fallback/behavior']);

// Their ES modules name files as only bundlers find them.
const require = createRequire(import.meta.url);

/** What the schema of its kind has against a manifest, fields included that the schema has no place for. */
export function problemsOf(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const module = modules[apiVersion];
  const model = module && (require(module) as Models)[kind];
  if (!model) return [`${apiVersion} ${kind} is of no API that is known here`];
  const seen = new Map<object, Set<PropertyKey>>();
  return [...violations(() => model.prototype.validate.call(watched(manifest, seen))), ...unread(manifest, seen)];
}

function violations(validate: () => void): string[] {
  try {
    validate();
    return [];
  } catch (error) {
    const { errors } = error as { errors?: Violation[] };
    if (!errors) throw error;
    return errors.map(({ instancePath, keyword, params }) => `${instancePath || '/'}: ${keyword} ${JSON.stringify(params)}`);
  }
}

/** The schemas allow any further field, as the API does, which then ignores it. Fields that a schema knows are looked at by its check. */
function watched<T extends object>(value: T, seen: Map<object, Set<PropertyKey>>): T {
  const looked = new Set<PropertyKey>();
  seen.set(value, looked);
  const nested = new Map<PropertyKey, object>();
  return new Proxy(value, {
    get(target, key) {
      looked.add(key);
      const inner: unknown = Reflect.get(target, key);
      if (typeof inner !== 'object' || inner === null) return inner;
      if (!nested.has(key)) nested.set(key, watched(inner, seen));
      return nested.get(key);
    },
  });
}

function unread(value: unknown, seen: Map<object, Set<PropertyKey>>, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}/${key}`;
    if (seen.get(value)?.has(key)) return unread(inner, seen, at);
    return newer.has(at) ? [] : [`${at}: no such field`];
  });
}
