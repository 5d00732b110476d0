import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientTCP, MessagePattern, Transport } from '@nestjs/microservices';
import { freePort } from '@vigia/local-servers';
import { firstValueFrom } from 'rxjs';
import { answer, question, type Contender } from '../contender.js';

const pattern = 'contracts.list';
const host = '127.0.0.1';

@Controller()
class Contracts {
  @MessagePattern(pattern)
  list() {
    return answer;
  }
}

@Module({ controllers: [Contracts] })
class Answering {}

/** Directly from process to process: no queue, no second replica, nothing stored. */
export const nestTcp: Contender = {
  name: 'Nest TCP',
  brokers: ['redis', 'postgres'],
  async serve() {
    const port = await freePort();
    const app = await NestFactory.createMicroservice(Answering, { transport: Transport.TCP, options: { host, port }, logger: false });
    await app.listen();
    return String(port);
  },
  async connect(port) {
    const client = new ClientTCP({ host, port: Number(port) });
    await client.connect();
    return { ask: () => firstValueFrom(client.send(pattern, question)), close: async () => client.close() };
  },
};
