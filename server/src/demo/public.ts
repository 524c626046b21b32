export { demoService } from './fill-demo.ts';
export { seedDemo } from './seed-demo.ts';
