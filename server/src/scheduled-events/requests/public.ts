export { confirmRequest } from './confirm-request.ts';
export { requestBooking } from './create-request.ts';
export { declineRequest, loadRequest, withdrawRequest } from './end-request.ts';
export { requestClosed, requestCreated } from './events.ts';
export { importRequest } from './import-request.ts';
export { listOpenRequests } from './list-requests.ts';
export { openRequestToken, sealRequestToken } from './request-token.ts';
export { type RequestRow, findRequests } from './store.ts';
export { serializeRequest } from './view.ts';
