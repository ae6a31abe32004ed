import { lazy } from 'react';

const charts = () => import('./charts');

export const OutcomesChart = lazy(() => charts().then((all) => ({ default: all.OutcomesChart })));
export const TimesChart = lazy(() => charts().then((all) => ({ default: all.TimesChart })));
export const TrendChart = lazy(() => charts().then((all) => ({ default: all.TrendChart })));
