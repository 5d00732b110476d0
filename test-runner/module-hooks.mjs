import { fileURLToPath } from 'node:url';
import compiledFiles from './compiled.cjs';

const globals = new URL('./globals.mjs', import.meta.url).href;
const source = '@vigia/source';

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  const isOurs = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
  const asked = isOurs ? `${specifier.slice(0, -'.js'.length)}.ts` : specifier;
  return next(asked, { ...context, conditions: [...context.conditions, source] });
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiledFiles.compiled(fileURLToPath(url)), shortCircuit: true };
}
