import { APPROVAL_RIGHTS, findReport, reportPermission } from '@innkeeper/contract';
import {
  type ParsedLocation,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { LoginPage } from '../session/login-page.tsx';
import { clearReturnPath, saveReturnPath, readReturnPath } from '../session/return-path.ts';
import { currentUser } from '../session/user.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { DASHBOARD_PATH, DEFAULT_PATH, type RouteRule, homePathOf, evaluateRoute } from './guard.ts';
import { Root, RootErrorPage } from './root.tsx';

/** Throws a redirect if the rule does not admit the user. */
function assertAdmitted(rule: RouteRule, location: ParsedLocation): void {
  const user = currentUser();
  const decision = evaluateRoute(user, rule, location.href, router.state.resolvedLocation?.href);
  if (decision.isAllowed) {
    if (user) clearReturnPath();
    return;
  }
  if (rule.level === 'onlyGuest') throw redirect({ href: readReturnPath() ?? '/', replace: true });
  if (decision.returnTo !== undefined) saveReturnPath(decision.returnTo);
  // A user without a dashboard has another home page, where nothing is missing.
  else if (location.pathname !== DASHBOARD_PATH)
    void import('./denied-page.ts').then(({ announceDeniedPage }) => announceDeniedPage(location.pathname));
  throw redirect({ href: decision.redirectTo, replace: true });
}

const rootRoute = createRootRoute({ component: Root, errorComponent: RootErrorPage });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const user = currentUser();
    throw redirect({ to: user ? homePathOf(user) : '/login', replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => assertAdmitted({ level: 'onlyGuest' }, location),
  component: LoginPage,
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  beforeLoad: ({ location }) => assertAdmitted({ level: 'onlyGuest' }, location),
  component: lazyRouteComponent(() => import('../session/register-page.tsx'), 'RegisterPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/forgot-password',
  component: lazyRouteComponent(() => import('../session/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/reset-password/$token/$email',
  component: lazyRouteComponent(() => import('../session/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/single-sign-on',
  component: lazyRouteComponent(() => import('../session/single-sign-on-page.tsx'), 'SingleSignOnPage'),
});

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  component: lazyRouteComponent(() => import('../session/logout-page.tsx'), 'LogoutPage'),
});

const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error-404',
  component: lazyRouteComponent(() => import('./pages/error-pages.tsx'), 'NotFoundPage'),
});

const unexpectedErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error-500',
  component: lazyRouteComponent(() => import('./pages/error-pages.tsx'), 'BrokenPage'),
});

const maintenanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/under-maintenance',
  component: lazyRouteComponent(() => import('./pages/maintenance-page.tsx'), 'MaintenancePage'),
});

/** The parent of all routes with navigation and toolbar. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./console-pages.ts'), 'Layout'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: DEFAULT_PATH,
  beforeLoad: ({ location }) => assertAdmitted({}, location),
  component: lazyRouteComponent(() => import('../features/home-page.tsx'), 'HomePage'),
});

const companyDashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: DASHBOARD_PATH,
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_DASHBOARD'] }, location),
  component: lazyRouteComponent(() => import('../features/dashboard-home.tsx'), 'DashboardHome'),
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/search',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_SEARCH'] }, location),
  component: lazyRouteComponent(() => import('../features/member-search/search-page.tsx'), 'SearchPage'),
});

const plainSearchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/search/v1',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_SEARCH'] }, location),
  component: lazyRouteComponent(() => import('../features/member-search/plain-search-page.tsx'), 'PlainSearchPage'),
});

const saleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/transaction/wizard',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['STORE_TRANSACTION'] }, location),
  component: lazyRouteComponent(() => import('../features/sales/sale-page.tsx'), 'SalePage'),
});

const freeMembershipRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/transaction/free_membership',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['STORE_TRANSACTION'] }, location),
  component: lazyRouteComponent(() => import('../features/sales/sale-page.tsx'), 'FreeMembershipPage'),
});

const reconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/others/audit/books',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_AUDIT'] }, location),
  component: lazyRouteComponent(
    () => import('../features/reconciliation/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
});

/** The path may contain the guest and the voucher; `q` is the text of the search box. */
const redeemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {},
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['STORE_VOUCHER_REDEEM'] }, location),
  component: lazyRouteComponent(() => import('../features/front-desk/redeem-page.tsx'), 'RedeemPage'),
});

const quickVisitRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/visit/quick',
  validateSearch: ({ member_id, q }: Record<string, unknown>): { member_id?: number; q?: string } => ({
    ...(Number.isSafeInteger(member_id) && { member_id: Number(member_id) }),
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q) }),
  }),
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['STORE_VISIT'] }, location),
  component: lazyRouteComponent(() => import('../features/front-desk/visit-page.tsx'), 'VisitPage'),
});

const callListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/work-list/{-$key}',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_MEMBER'] }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../features/call-lists/call-list-page.tsx'), 'CallListPage'),
});

const monthCloseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/month-close',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['VIEW_MONTH_CLOSE'] }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../features/month-close/month-close-page.tsx'), 'MonthClosePage'),
});

const handoverRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/finance/handover',
  beforeLoad: ({ location }) =>
    assertAdmitted({ permissions: ['VIEW_TRANSACTION', 'VIEW_VOUCHER_REDEEM', 'VIEW_VISIT'] }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../features/shifts/handover-page.tsx'), 'HandoverPage'),
});

const approvalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/others/approval',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: APPROVAL_RIGHTS }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../features/approvals/approval-page.tsx'), 'ApprovalPage'),
});

const mergeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/member/$id/merge',
  beforeLoad: ({ location }) => assertAdmitted({ permissions: ['UPDATE_MEMBER'] }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../features/members/merge/merge-page.tsx'), 'MergePage'),
});

/** `menu` is the slug of the saved view that the report opens. */
const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/report/$name/{-$menu}',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ params, location }) => {
    const report = findReport(params.name);
    if (!report) throw redirect({ to: '/error-404', replace: true });
    assertAdmitted({ permissions: [reportPermission(report)] }, location);
  },
  component: lazyRouteComponent(() => import('../features/reports/report-page.tsx'), 'ReportPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/profile',
  beforeLoad: ({ location }) => assertAdmitted({ level: 'signedIn' }, location),
  component: lazyRouteComponent(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
});

const guideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  beforeLoad: ({ location }) => assertAdmitted({ level: 'signedIn' }, location),
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('./help/guide-page.tsx'), 'GuidePage'),
});

/**
 * Lists and records of every resource, at the paths of the definitions; other paths redirect to /error-404. Imports the
 * definitions on demand, so that the sign-in page does not load them.
 */
const resourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/$',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: async ({ params, location }) => {
    const { findResourcePath, preloadRecordPage } = await import('./console-pages.ts');
    const target = findResourcePath(`/${params._splat ?? ''}`);
    if (!target) throw redirect({ to: '/error-404', replace: true });
    assertAdmitted({ permissions: target.permissions }, location);
    preloadRecordPage(target);
    return { place: target };
  },
  component: lazyRouteComponent(() => import('./console-pages.ts'), 'ResourceScreen'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  singleSignOnRoute,
  logoutRoute,
  notFoundRoute,
  unexpectedErrorRoute,
  maintenanceRoute,
  shellRoute.addChildren([
    dashboardRoute,
    companyDashboardRoute,
    searchRoute,
    plainSearchRoute,
    saleRoute,
    freeMembershipRoute,
    redeemRoute,
    quickVisitRoute,
    callListRoute,
    monthCloseRoute,
    handoverRoute,
    approvalRoute,
    reconciliationRoute,
    mergeRoute,
    reportRoute,
    profileRoute,
    guideRoute,
    resourceRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  // The router has already waited `defaultPendingMs`.
  defaultPendingComponent: () => <LoadingScreen delay={0} />,
  scrollRestoration: true,
  scrollToTopSelectors: ['#page-scroller'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
