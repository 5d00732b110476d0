import { OutboundError } from './outbound-error.js';

export interface ReceivedBody {
  bytes: Buffer;
  /** Why these are not all bytes. */
  cutBy?: unknown;
}

/** Reads to the end, the cap or the fault, and keeps what came. Leaving the loop early destroys the socket. */
export async function receiveBody(stream: AsyncIterable<Buffer>, maxBodyBytes: number): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let roomBytes = maxBodyBytes;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk.subarray(0, roomBytes));
      roomBytes -= chunk.length;
      if (roomBytes < 0) throw new OutboundError('body_too_large', `the answer is larger than ${maxBodyBytes} bytes`);
    }
  } catch (cutBy) {
    return { bytes: Buffer.concat(chunks), cutBy };
  }
  return { bytes: Buffer.concat(chunks) };
}
