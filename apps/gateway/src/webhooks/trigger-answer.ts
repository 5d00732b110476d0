import { ApiProperty } from '@nestjs/swagger';

export class AcceptedTrigger {
  @ApiProperty({ description: 'the same in every delivery of this event', pattern: '^trg_[0-9a-f]+$' })
  triggerId: string;
  @ApiProperty({ description: 'whether the summary is sent at once or after a load' })
  message: string;
}

export class TriggerAnswer {
  @ApiProperty()
  statusCode: number;
  @ApiProperty({ type: AcceptedTrigger })
  data: AcceptedTrigger;
}

/** What a client is told whose trigger was accepted. */
export function triggerAnswer(taxId: string, { triggerId, loading }: { triggerId: string; loading: boolean }): TriggerAnswer {
  const message = loading
    ? `profile ${taxId} is being loaded; its summary is sent when the load has ended`
    : `profile ${taxId} is active; its summary is on its way`;
  return { statusCode: 202, data: { triggerId, message } };
}

const triggerId = 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e';

export const triggerAnswerExamples = {
  active: { value: triggerAnswer('20990000019', { triggerId, loading: false }), summary: 'an active profile' },
  loading: { value: triggerAnswer('20990000019', { triggerId, loading: true }), summary: 'a profile that is loaded first' },
};
