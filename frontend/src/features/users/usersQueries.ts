import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, data, type Schemas } from '../../api/client';

export type User = Schemas['User'];
export type UserWithPassword = Schemas['UserWithPassword'];

export const PAGE_SIZE = 50;

export const usersKey = ['users'] as const;

export const usersQuery = (page: number) =>
  queryOptions({
    queryKey: [...usersKey, page],
    queryFn: () =>
      data(
        api.GET('/api/auth/users', {
          params: { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function createUser(username: string, administrator: boolean): Promise<UserWithPassword> {
  return data(api.POST('/api/auth/users', { body: { username, administrator } }));
}

export function updateUser(userId: string, change: Schemas['UpdateUserRequest']): Promise<User> {
  return data(
    api.PATCH('/api/auth/users/{user_id}', { params: { path: { user_id: userId } }, body: change }),
  );
}

export function resetPassword(userId: string): Promise<UserWithPassword> {
  return data(
    api.POST('/api/auth/users/{user_id}/reset-password', { params: { path: { user_id: userId } } }),
  );
}
