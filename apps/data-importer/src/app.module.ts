import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@vigia/service-kit';
import { Imports } from './importing/imports.js';
import { InquiriesController } from './inquiries/inquiries.controller.js';
import { DueDownloads } from './schedule/due-downloads.js';
import { Inbox } from './schedule/inbox.js';
import type { DataImporterSettings } from './settings.js';
import { DatasetsController } from './versions/datasets.controller.js';
import { VersionsController } from './versions/versions.controller.js';

@Module({ controllers: [DatasetsController, VersionsController, InquiriesController], providers: [Imports, DueDownloads, Inbox] })
class DataImporterModule {}

export { dataImporterSettings } from './settings.js';
export const dataImporter: ServiceDefinition<DataImporterSettings> = { name: 'data-importer', module: DataImporterModule };
