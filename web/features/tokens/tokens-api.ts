import {
  apiTokenListSchema,
  createdTokenSchema,
  type ApiTokenList,
  type CreatedToken,
  type CreateToken,
} from '@tidemark/shared/tokens/api-token'
import { requestApi, requestDone, type ApiAnswer } from '@/client/page/api-request'

export function fetchTokens(signal?: AbortSignal): ApiAnswer<ApiTokenList> {
  return requestApi('GET', '/api/tokens', apiTokenListSchema, { signal })
}

export function createToken(values: CreateToken): ApiAnswer<CreatedToken> {
  return requestApi('POST', '/api/tokens', createdTokenSchema, { body: values })
}

export function revokeToken(id: string): ApiAnswer<null> {
  return requestDone('DELETE', `/api/tokens/${encodeURIComponent(id)}`)
}
