import { fastify } from 'fastify';

/** Fastify alone: one route that returns the same bytes. Prints its port. */
const app = fastify();
const body = process.argv[2] ?? '{}';
app.get('/v2/whoami', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(typeof address === 'object' && address ? address.port : 0);
process.once('SIGTERM', () => process.exit(0));
