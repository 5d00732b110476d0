import { type ApiClient, waitUntil } from '@vigia/testing';
import { read } from '../../src/clients/calls.js';

/** The words of the ledger, in which the cases are written, by those of the statement. */
const kinds: Record<string, string> = {
  Otorgamiento: 'grant',
  Ajuste: 'adjust',
  Reserva: 'hold',
  Consumo: 'commit',
  Liberación: 'void',
  Devolución: 'return',
  Descuento: 'deduct',
};

interface Line {
  tipo: string;
  movimiento: Record<string, number>;
  taxId: string | null;
}

interface Statement {
  contrato: string;
  lineas: { tipo: string; meses: number; taxId: string | null }[];
  saldo_final: { otorgada: number; disponible: number; reservada: number; consumida: number };
}

export async function statementOf(client: ApiClient): Promise<Statement> {
  const { lineas, ...statement } = await answered(client, '/v2/cuota/estado-de-cuenta');
  return {
    ...statement,
    lineas: lineas.map(({ tipo, movimiento, taxId }: Line) => ({
      tipo: kinds[tipo],
      meses: Math.max(...Object.values(movimiento).map(Math.abs)),
      taxId,
    })),
  };
}

export async function chargesOf(client: ApiClient): Promise<number> {
  return (await answered(client, '/v2/cuota/cargos?desde=2020-01-01&hasta=2099-12-31')).cargos.length;
}

async function answered(client: ApiClient, path: string) {
  // As a client does: a service that has just been killed, or a busy machine, may not answer in time.
  const once = async () => {
    const answer = await read(client, path);
    return answer.status !== 503 && answer;
  };
  const { status, body } = await waitUntil(once, { what: `${path} is answered` });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body.data;
}
