import { Readable } from 'node:stream';
import { Body, Controller, Get, Injectable, Module, Post, StreamableFile, type BeforeApplicationShutdown } from '@nestjs/common';
import { messages, type MessageName, VigiaError } from '@vigia/contracts';
import { Handles } from '@vigia/messaging';
import { baseSettings, readSettings, startService, type RunningService } from '../src/index.js';

const trialName = 'profile-loader';

/** A promise that keeps a service from closing until a test resolves it. */
export const lastWork = { open: Promise.resolve() };

@Injectable()
class LastWork implements BeforeApplicationShutdown {
  beforeApplicationShutdown(): Promise<void> {
    return lastWork.open;
  }
}

@Controller()
class TrialController {
  @Get('trial/ours')
  ours(): never {
    throw VigiaError.of('webhook_inactive');
  }

  @Get('trial/theirs')
  theirs(): never {
    throw new TypeError('connect postgres://u:s3cr3t@db');
  }

  @Get('trial/endless')
  endless(): StreamableFile {
    return new StreamableFile(
      new Readable({
        read() {
          this.push('x'.repeat(1_000));
        },
      }),
    );
  }

  @Post('trial/echo')
  echo(@Body() body: object): object {
    return body;
  }
}

/** A service starts only if it has a handler for each of its messages. */
for (const name of (Object.keys(messages) as MessageName[]).filter((one) => messages[one].owner === trialName)) {
  const handler = { value: async () => ({}) as never, configurable: true };
  Object.defineProperty(TrialController.prototype, name, handler);
  Handles(name)(TrialController.prototype, name, handler);
}

@Module({ controllers: [TrialController], providers: [LastWork] })
class TrialModule {}

/** The smallest service that the kit can start. */
export function startTrialService(environment: Record<string, string>): Promise<RunningService> {
  const settings = readSettings(baseSettings, {
    VIGIA_HOST: '127.0.0.1',
    VIGIA_PORT: '0',
    VIGIA_LOG_FILE: '/dev/null',
    VIGIA_SHUTDOWN_GRACE_MS: '1000',
    ...environment,
  });
  return startService({ name: trialName, module: TrialModule }, settings);
}
