export { startSimulator, type Simulator, type SimulatorOptions } from './server/start-simulator.js';
