/** A server that answers a constant: what Fastify and bare node:http reach on this machine in the same run. */
import Fastify from 'fastify';
import { createServer } from 'node:http';

const body = process.env.BENCH_BODY ?? '{}';
const app = Fastify({ logger: false });
app.get('/constant', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
const length = Buffer.byteLength(body);
const bare = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body),
);
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const portOf = (address: ReturnType<typeof bare.address>) =>
  typeof address === 'object' && address ? address.port : 0;
process.send?.({ fastify: portOf(app.server.address()), bare: portOf(bare.address()) });
process.on('disconnect', () => process.exit(0));
