import { crc32 } from 'node:zlib';
import { Controller, Inject } from '@nestjs/common';
import { limaDay, VigiaError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { consultaMultiple } from '../datasets/consulta_multiple/layout.js';
import { knownDataset } from '../versions/dataset-rows.js';
import { nextTaxpayers } from './next-taxpayers.js';

/** The page on which a person uploads the file; SUNAT blocks programs there. */
const uploadAddress = 'https://e-consultaruc.sunat.gob.pe/cl-ti-itmrconsmulruc/jrmS00Alias';

/** Files of taxpayers that an operator uploads to a publisher who blocks programs. */
@Controller()
export class InquiriesController {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('datasets.inquiry')
  async inquiry({ dataset, actor }: PayloadOf<'datasets.inquiry'>): Promise<ReplyOf<'datasets.inquiry'>> {
    const { name } = knownDataset(dataset);
    if (name !== consultaMultiple.name) throw VigiaError.of('conflict', { detail: `${name} is not asked by files of taxpayers` });
    const today = limaDay(new Date());
    const { rucs, waiting, number } = await this.database.transaction((tx) => nextTaxpayers(tx, name, today, actor));
    if (rucs.length === 0) throw VigiaError.of('nobody_to_ask');
    const file = `ruc-${today}-${number}`;
    const zip = zipOfOne(`${file}.txt`, Buffer.from(rucs.map((ruc) => `${ruc}\r\n`).join('')));
    this.logger.info({ dataset, taxpayers: rucs.length, waiting }, 'a file of taxpayers was made');
    return { file: `${file}.zip`, zip: zip.toString('base64'), taxpayers: rucs.length, waiting, uploadAddress };
  }
}

/** The first day that an archive can name. It does not tell when the file was made. */
const firstDay = 0x21;

/** An archive of one file, stored without compression. */
function zipOfOne(name: string, content: Buffer): Buffer {
  const described = Buffer.alloc(26);
  described.writeUInt16LE(20, 0);
  described.writeUInt16LE(firstDay, 8);
  described.writeUInt32LE(crc32(content), 10);
  described.writeUInt32LE(content.length, 14);
  described.writeUInt32LE(content.length, 18);
  described.writeUInt16LE(Buffer.byteLength(name), 22);
  const entry = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), described, Buffer.from(name), content]);
  const directory = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), described, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(entry.length, 16);
  return Buffer.concat([entry, directory, end]);
}
