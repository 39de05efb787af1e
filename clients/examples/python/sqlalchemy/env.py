# Alembic's migrations/env.py, with a type for --autogenerate
from alembic import context
from models import Base
from sqlalchemy import create_engine
from wiji.sqlalchemy import render_item

with create_engine("postgresql+psycopg://").connect() as connection:
	context.configure(connection=connection, target_metadata=Base.metadata, render_item=render_item)
	with context.begin_transaction():
		context.run_migrations()
