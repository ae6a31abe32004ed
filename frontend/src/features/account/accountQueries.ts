import { queryOptions } from '@tanstack/react-query';
import { api, data, done, type Schemas } from '../../api/client';

/** As many as a page may have; whoever has more tokens than that sees the newest. */
const MOST = 200;

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => data(api.GET('/api/auth/tokens', { params: { query: { limit: MOST } } })),
});

export function createToken(body: Schemas['CreateApiTokenRequest']): Promise<Schemas['CreatedApiToken']> {
  return data(api.POST('/api/auth/tokens', { body }));
}

export function revokeToken(tokenId: string): Promise<void> {
  return done(api.DELETE('/api/auth/tokens/{token_id}', { params: { path: { token_id: tokenId } } }));
}

export function changePassword(body: Schemas['ChangePasswordRequest']): Promise<void> {
  return done(api.POST('/api/auth/password', { body }));
}

export function logOutEverywhere(): Promise<void> {
  return done(api.POST('/api/auth/logout-everywhere'));
}
