import { Inject, Injectable } from '@nestjs/common';
import type { SourceName } from '@vigia/contracts';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../../settings.js';
import { providersOf, type Provider } from './provider.js';

@Injectable()
export class SourceProviders {
  readonly of: Record<SourceName, Provider>;

  constructor(@Inject(SETTINGS) settings: ProfileLoaderSettings) {
    this.of = providersOf(settings);
  }
}
