export * from './loaded-again.js';
export * from './past-view.js';
