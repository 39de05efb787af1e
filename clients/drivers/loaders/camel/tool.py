from loader import Java as Tool
