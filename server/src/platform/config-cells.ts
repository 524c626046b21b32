import { z } from 'zod';
import { isOrigin } from './config-fields.ts';
import { StartError } from './start-error.ts';

/** Where this process belongs in an installation of several cells. */
export const cellVariables = {
  DIRECTORY_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('PostgreSQL database of the directory, if the installation has several cells'),
  CELL: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be up to 31 lowercase letters, digits and hyphens')
    .optional()
    .describe('Name of the cell that this process belongs to'),
  CELL_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as http://10.0.1.5:4000, without a path')
    .transform((text) => new URL(text).origin)
    .optional()
    .describe('URL at which routers reach the cell'),
  CELL_REGION: z
    .string()
    .regex(/^[a-z0-9-]{0,31}$/, 'must be up to 31 lowercase letters, digits and hyphens')
    .default('')
    .describe('Region of the cell'),
  CELL_CAPACITY: z.coerce
    .number('must be a number')
    .positive('must be greater than 0')
    .default(100_000)
    .describe('Requests a minute that the cell can handle; a booking counts as ten'),
  CELL_DATABASES: z
    .string()
    .default('')
    .transform((text) => new Map(text.split(/\s+/).filter(Boolean).map(parseDatabase)))
    .refine((databases) => ![...databases].some(([name, url]) => !name || !/^postgres(ql)?:\/\//.test(url)), {
      message: 'must be like eu-1=postgres://... eu-2=postgres://..., separated by spaces',
    })
    .describe(
      'PostgreSQL databases of cells, for `daybook` commands that work on several; servers don’t need it',
    ),
};

function parseDatabase(text: string): readonly [name: string, url: string] {
  const [name = '', ...url] = text.split('=');
  return [name, url.join('=')];
}

export interface Cell {
  readonly name: string;
  readonly url: string;
  readonly region: string;
  /** In requests a minute. */
  readonly capacity: number;
}

type CellValues = z.output<z.ZodObject<typeof cellVariables>>;

/** Undefined for a router, and for an installation without a directory. */
export function parseCell(
  { DIRECTORY_URL, CELL, CELL_URL, CELL_REGION, CELL_CAPACITY }: CellValues,
  role: string,
): Cell | undefined {
  if (role === 'router') {
    if (!DIRECTORY_URL) throw new StartError('ROLE=router needs DIRECTORY_URL.');
    return undefined;
  }
  if (!DIRECTORY_URL) return undefined;
  if (!CELL || !CELL_URL) throw new StartError('DIRECTORY_URL needs CELL and CELL_URL too.');
  return { name: CELL, url: CELL_URL, region: CELL_REGION, capacity: CELL_CAPACITY };
}
