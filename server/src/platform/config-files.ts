import { z } from 'zod';
import { whole } from './config-fields.ts';

/** Files on records and in answers. */
export const fileVariables = {
  FILE_LIMIT_MB: whole(1, 1000)
    .default(10)
    .describe('Maximum size in MB of a file on a record or in an answer'),
  FILES_QUOTA_MB: whole(1, 10_000_000)
    .default(2000)
    .describe('Storage limit for the files of a workspace in MB'),
  FILES_S3_URL: z
    .string()
    .refine((text) => bucketOf(text) !== undefined, {
      message: 'must be https://KEY:SECRET@HOST/BUCKET?region=REGION',
    })
    .optional()
    .describe(
      'S3-compatible bucket for files, with credentials; without one, files are stored in the database',
    ),
};

/** A bucket that speaks the protocol of S3, addressed by its path. */
export interface Bucket {
  /** With the name of the bucket, without a slash at the end. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface FileSettings {
  readonly limitBytes: number;
  readonly quotaBytes: number;
  readonly bucket: Bucket | undefined;
}

interface Variables {
  readonly FILE_LIMIT_MB: number;
  readonly FILES_QUOTA_MB: number;
  readonly FILES_S3_URL?: string | undefined;
}

const mebibyte = 1024 * 1024;

export function parseFileSettings(data: Variables): FileSettings {
  return {
    limitBytes: data.FILE_LIMIT_MB * mebibyte,
    quotaBytes: data.FILES_QUOTA_MB * mebibyte,
    bucket: data.FILES_S3_URL === undefined ? undefined : bucketOf(data.FILES_S3_URL),
  };
}

function bucketOf(text: string): Bucket | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || !username || !password || !/^\/[a-z0-9][a-z0-9.-]+\/?$/.test(pathname)) return undefined;
  return {
    url: `${protocol}//${host}${pathname.replace(/\/$/, '')}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  };
}
