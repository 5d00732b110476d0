export { startSimulator, type Simulator, type SimulatorOptions } from './server/start-simulator.js';
export { simulatorSettings } from './settings.js';
