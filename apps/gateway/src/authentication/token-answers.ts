import { ApiProperty } from '@nestjs/swagger';

export class TokenData {
  @ApiProperty({ description: 'JWT to send as bearer credential' })
  token: string;
  @ApiProperty({ description: 'lifetime' })
  expiresIn: string;
  @ApiProperty()
  tokenType: string;
}

export class TokenAnswer {
  @ApiProperty()
  statusCode: number;
  @ApiProperty({ type: TokenData })
  data: TokenData;
}

export const tokenExample: TokenAnswer = {
  statusCode: 200,
  data: { token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiYXQrand0In0.e30.c2ln', expiresIn: '1h', tokenType: 'Bearer' },
};
