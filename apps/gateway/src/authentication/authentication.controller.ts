import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBasicAuth, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Route } from '../routes/route.js';
import { ApiErrors, errorsOf } from '../openapi/api-call.js';
import { Caller } from './caller.js';
import { CredentialCheck } from './credential-check.js';
import { TokenSigner, type TokenSubject } from './token-signer.js';

class TokenData {
  @ApiProperty({ description: 'JWT to send as the bearer token of each call' })
  token: string;
  @ApiProperty({ description: 'lifetime of the token, such as 1h' })
  expiresIn: string;
  @ApiProperty()
  tokenType: string;
}

class TokenAnswer {
  @ApiProperty({ type: 'integer' })
  statusCode: number;
  @ApiProperty({ type: TokenData })
  data: TokenData;
}

const tokenExample: TokenAnswer = {
  statusCode: 200,
  data: { token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiYXQrand0In0.e30.c2ln', expiresIn: '1h', tokenType: 'Bearer' },
};

@ApiTags('autenticacion')
@Controller(['v1/autenticacion', 'v2/autenticacion'])
export class AuthenticationController {
  constructor(
    private readonly credentialCheck: CredentialCheck,
    private readonly tokens: TokenSigner,
  ) {}

  @Post('obtener-token')
  @Route({ openTo: 'anybody' })
  @HttpCode(200)
  @ApiOperation({
    summary: 'Exchange an access key and its secret for a token',
    description:
      'The token is valid for one hour. After ten wrong secrets for an access key, an address has to wait before the next attempt.',
  })
  @ApiBasicAuth()
  @ApiOkResponse({ type: TokenAnswer, description: 'the token', example: tokenExample })
  @ApiErrors('credentials_missing', 'credentials_invalid', 'credentials_disabled', ...errorsOf.body, ...errorsOf.everyCall)
  async obtain(@Headers('authorization') authorization: string | undefined, @Req() request: FastifyRequest): Promise<TokenAnswer> {
    return this.answer(await this.credentialCheck.check(authorization, request));
  }

  @Post('refrescar-token')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Exchange a token that is still valid for a new one',
    description: 'Needs no secret. The new token is valid for one hour, and the old one until its own hour ends.',
  })
  @ApiBearerAuth()
  @ApiOkResponse({ type: TokenAnswer, description: 'the token', example: tokenExample })
  @ApiErrors(...errorsOf.token, ...errorsOf.body, ...errorsOf.everyCall)
  refresh(@Caller() caller: TokenSubject): Promise<TokenAnswer> {
    return this.answer(caller);
  }

  private async answer(subject: TokenSubject): Promise<TokenAnswer> {
    return { statusCode: 200, data: { token: await this.tokens.sign(subject), expiresIn: '1h', tokenType: 'Bearer' } };
  }
}
