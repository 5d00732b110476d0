import { optional, baseSettings, readSettings } from '@vigia/service-kit';
import type { Surroundings } from '../surroundings.js';
import { readHome } from './home.js';

export interface Addresses {
  databaseUrl?: string;
  brokerUrl: string;
}

const addressSettings = { databaseUrl: optional(baseSettings.databaseUrl), brokerUrl: optional(baseSettings.brokerUrl) };

/** The system that the environment names, or the standalone one of this folder. */
export function addressesOf({ environment }: Surroundings): Addresses {
  const { databaseUrl, brokerUrl = databaseUrl } = readSettings(addressSettings, environment);
  if (brokerUrl) return { brokerUrl, ...(databaseUrl && { databaseUrl }) };
  return readHome<Addresses>(environment, 'connection.json');
}
