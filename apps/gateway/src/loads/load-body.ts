import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Omittable } from '../http/validation.js';

const v1DocTypes = ['RUC', 'DNI'] as const;

export class LoadBodyV1 {
  @ApiProperty({ description: 'document number' })
  @IsString({ message: 'taxId must be a string' })
  taxId: string;

  @ApiProperty({ enum: v1DocTypes })
  @IsIn(v1DocTypes, { message: `docType must be one of ${v1DocTypes.join(', ')}` })
  docType: (typeof v1DocTypes)[number];

  @ApiProperty({ description: 'keep the profile monitored; false makes it readable for 48 hours', default: true, required: false })
  @Omittable()
  @IsBoolean({ message: 'isMonitoring must be true or false' })
  isMonitoring?: boolean;
}

export class LoadAnswer {
  @ApiProperty()
  statusCode: number;
  @ApiProperty()
  message: string;
}

export const loadBodyExamplesV1: Record<string, LoadBodyV1> = {
  monitoring: { taxId: '20990000019', docType: 'RUC' },
  query: { taxId: '99990002', docType: 'DNI', isMonitoring: false },
};

export const loadAnswerExamples = {
  processed: { statusCode: 200, message: 'profile 20990000019 was processed' },
  loading: { statusCode: 202, message: 'profile 20990000019 is still loading; its summary will show the result' },
} satisfies Record<string, LoadAnswer>;
