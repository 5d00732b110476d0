import { Controller, Inject } from '@nestjs/common';
import { limaDay, VigiaError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { consultaMultiple } from '../datasets/consulta_multiple/layout.js';
import { knownDataset } from '../versions/dataset-rows.js';
import { nextTaxpayers } from './next-taxpayers.js';
import { zipOfOne } from './zip-of-one.js';

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
  async inquiry({ dataset }: PayloadOf<'datasets.inquiry'>): Promise<ReplyOf<'datasets.inquiry'>> {
    const { name } = knownDataset(dataset);
    if (name !== consultaMultiple.name) throw VigiaError.of('conflict', { detail: `${name} is not asked by files of taxpayers` });
    const today = limaDay(new Date());
    const { rucs, waiting, number } = await this.database.transaction((tx) => nextTaxpayers(tx, name, today));
    if (rucs.length === 0) throw VigiaError.of('nobody_to_ask');
    const file = `ruc-${today}-${number}`;
    const zip = zipOfOne(`${file}.txt`, Buffer.from(rucs.map((ruc) => `${ruc}\r\n`).join('')));
    this.logger.info({ dataset, taxpayers: rucs.length, waiting }, 'a file of taxpayers was made');
    return { file: `${file}.zip`, zip: zip.toString('base64'), taxpayers: rucs.length, waiting, uploadAddress };
  }
}
