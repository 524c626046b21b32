import { z } from 'zod';
import { line, uuid } from './fields.ts';

/** What is said of files, whatever they are on. */

export const fileFacts = {
  id: uuid,
  name: z.string().meta({ example: 'offer.pdf' }),
  type: z
    .string()
    .meta({ description: 'By its content, whatever its name says', example: 'application/pdf' }),
  sizeBytes: z.int(),
  sha256: z.string().meta({ description: 'Of its content, in hexadecimal digits' }),
};

export const fileName = line(255).meta({
  description: 'File name, without folders and invalid characters',
  example: 'offer.pdf',
});

/** Beside the name of a file that was given as an answer. */
export const answerFile = z.string().optional().meta({
  description: 'For file answers: the path to download it, with a token',
  example: '/v2/scheduled-events/dbk-8fK2mZ0qWv3Xy7Ab/files/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
});
