'use strict';
const Sequencer = require('@jest/test-sequencer').default;

/** What a file takes where no earlier run has told. */
const usualMs = { system: 40_000, service: 8_000, unit: 300 };

/** A run is as long as its last file: the long ones come first, on a machine without an earlier run too. */
class LongestFirst extends Sequencer {
  time(test) {
    return super.time(test) ?? usualMs[test.context.config.displayName.name];
  }
}

module.exports = LongestFirst;
