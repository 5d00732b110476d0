import { ApiProperty } from '@nestjs/swagger';

export class TokenData {
  @ApiProperty({
    description: 'JWT to send as bearer credential',
    example: 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiYXQrand0In0.e30.c2ln',
  })
  token: string;
  @ApiProperty({ description: 'lifetime', example: '1h' })
  expiresIn: string;
  @ApiProperty({ example: 'Bearer' })
  tokenType: string;
}

export class TokenAnswer {
  @ApiProperty({ example: 200 })
  statusCode: number;
  @ApiProperty({ type: TokenData })
  data: TokenData;
}
