import * as contract from '@daybook/contract/home';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { clearDemo } from './clear-demo.ts';

export const demoEndpoints: readonly Endpoint[] = [serve(contract.clearDemo, (ctx) => clearDemo(ctx))];
