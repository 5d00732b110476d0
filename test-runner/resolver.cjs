'use strict';

/**
 * Where a file that a spec or a source imports is, as `module-hooks.mjs` finds it. Jest asks only to list what a change concerns
 * (`--onlyChanged`, `--watch`): without this, it would find no spec of any of our sources and say that there is nothing to run.
 */
module.exports = (specifier, options) => {
  const isOurs = specifier.startsWith('.') && specifier.endsWith('.js');
  const asked = isOurs ? `${specifier.slice(0, -'.js'.length)}.ts` : specifier;
  return options.defaultResolver(asked, { ...options, conditions: [...(options.conditions ?? []), '@vigia/source'] });
};
