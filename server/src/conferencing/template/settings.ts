import { z } from 'zod';
import { isRoomAddress } from '../../platform/config-fields.ts';
import { declareSettings } from '../../platform/settings.ts';

export const templateSettings = declareSettings(
  {
    CONFERENCING_URL: z
      .string()
      .refine(isRoomAddress, 'must be a web address with {room} once, after the host')
      .default('https://meet.jit.si/{room}')
      .describe('Video call link for workspaces that set none; {room} becomes a random name'),
  },
  ({ CONFERENCING_URL: url }) => ({ url }),
);
