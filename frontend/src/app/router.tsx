import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { session } from '../api/session';
import { compareSearch } from '../features/compare/compareSearch';
import { loginSearch } from '../features/login/loginSearch';
import { newRunSearch } from '../features/newRun/newRunSearch';
import { overviewSearch } from '../features/overview/overviewSearch';
import { runSearch } from '../features/run/runSearch';
import { runsSearch } from '../features/runs/runsSearch';
import { NotFound } from './NotFound';
import { PageFailure } from './PageFailure';
import { Shell } from './Shell';

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/kitchen/runner' });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('../features/login/LoginPage'), 'LoginPage'),
});

/** Everything behind the login. A visitor without a session is brought back here after it. */
const kitchen = createRoute({
  getParentRoute: () => root,
  path: '/kitchen/runner',
  component: Shell,
  errorComponent: PageFailure,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    if (session.state() === 'in') return;
    // An API that cannot be reached is no reason to ask for a password: the page itself then says so.
    const token = await session.token().catch(() => undefined);
    if (token === null) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
  },
});

const runs = createRoute({
  getParentRoute: () => kitchen,
  path: '/',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('../features/runs/RunsPage'), 'RunsPage'),
});

const newRun = createRoute({
  getParentRoute: () => kitchen,
  path: '/new',
  validateSearch: newRunSearch,
  component: lazyRouteComponent(() => import('../features/newRun/NewRunPage'), 'NewRunPage'),
});

const run = createRoute({
  getParentRoute: () => kitchen,
  path: '/runs/$jobId',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('../features/run/RunPage'), 'RunPage'),
});

const compare = createRoute({
  getParentRoute: () => kitchen,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('../features/compare/ComparePage'), 'ComparePage'),
});

const overview = createRoute({
  getParentRoute: () => kitchen,
  path: '/overview',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('../features/overview/OverviewPage'), 'OverviewPage'),
});

const workers = createRoute({
  getParentRoute: () => kitchen,
  path: '/workers',
  component: lazyRouteComponent(() => import('../features/workers/WorkersPage'), 'WorkersPage'),
});

const account = createRoute({
  getParentRoute: () => kitchen,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/AccountPage'), 'AccountPage'),
});

const users = createRoute({
  getParentRoute: () => kitchen,
  path: '/users',
  component: lazyRouteComponent(() => import('../features/users/UsersPage'), 'UsersPage'),
});

const tree = root.addChildren([
  home,
  login,
  kitchen.addChildren([runs, newRun, run, compare, overview, workers, account, users]),
]);

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}

/** The code of the first page comes while its session is asked for, not after that; if it does not, the page says so. */
export function fetchFirstPage(router: ReturnType<typeof newRouter>): void {
  // The library's own types of these go round in circles, because they come from this very router.
  const matches: { routeId: string }[] = router.matchRoutes(router.latestLocation);
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of matches) {
    const route = routes[routeId];
    if (route !== undefined) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
