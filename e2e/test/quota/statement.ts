import type { ApiClient } from '@vigia/testing';
import { read } from '../contract/calls.js';

export interface Statement {
  contrato: string;
  lineas: { tipo: string; meses: number; taxId: string | null }[];
  saldo_final: { otorgada: number; disponible: number; reservada: number; consumida: number };
}

export async function statementOf(client: ApiClient): Promise<Statement> {
  return (await read(client, '/v2/cuota/estado-de-cuenta')).body.data;
}

export async function chargesOf(client: ApiClient): Promise<number> {
  return (await read(client, '/v2/cuota/cargos?desde=2020-01-01&hasta=2099-12-31')).body.data.cargos.length;
}
