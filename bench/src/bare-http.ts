import { createServer } from 'node:http';

/** The response body, as long as that of the default list. */
const BODY = JSON.stringify({ data: 'x'.repeat(33_000) });

/* Returns the same response to every request, and prints its address. */
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
