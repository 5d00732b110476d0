import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientTCP, MessagePattern, Transport } from '@nestjs/microservices';
import { freePort } from '@vigia/local-servers';
import { firstValueFrom } from 'rxjs';
import { answer, question, type Contender } from '../contender.js';

@Controller()
class Contracts {
  @MessagePattern('contracts.list')
  list() {
    return answer;
  }
}

@Module({ controllers: [Contracts] })
class Answering {}

/** Straight from process to process: no queue, no second replica, nothing kept. */
export const nestTcp: Contender = {
  name: 'nest-tcp',
  async connect(port) {
    const client = new ClientTCP({ host: '127.0.0.1', port: Number(port) });
    await client.connect();
    return { ask: () => firstValueFrom(client.send('contracts.list', question)), close: async () => client.close() };
  },
  async serve() {
    const port = await freePort();
    const app = await NestFactory.createMicroservice(Answering, {
      transport: Transport.TCP,
      options: { host: '127.0.0.1', port },
      logger: false,
    });
    await app.listen();
    return String(port);
  },
};
