import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Omittable } from '../http/validation.js';

const v1DocTypes = ['RUC', 'DNI'] as const;

export class LoadBodyV1 {
  @ApiProperty({ description: 'document number', example: '20990000019' })
  @IsString({ message: 'taxId must be a string' })
  taxId: string;

  @ApiProperty({ enum: v1DocTypes, example: 'RUC' })
  @IsIn(v1DocTypes, { message: `docType must be one of ${v1DocTypes.join(', ')}` })
  docType: (typeof v1DocTypes)[number];

  @ApiProperty({ description: 'keep the profile monitored; false makes it readable for 48 hours', default: true, required: false })
  @Omittable()
  @IsBoolean({ message: 'isMonitoring must be true or false' })
  isMonitoring?: boolean;
}

export class LoadAnswer {
  @ApiProperty({ example: 200 })
  statusCode: number;
  @ApiProperty({ example: 'profile 20990000019 was processed' })
  message: string;
}
